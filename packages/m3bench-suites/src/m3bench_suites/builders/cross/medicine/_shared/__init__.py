"""What the families on medicine share: readers of results, and makers of tasks."""
