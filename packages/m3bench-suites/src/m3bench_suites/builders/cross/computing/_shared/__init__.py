"""What the families of computing share: calls, readers of results, and makers of tasks by topic."""
