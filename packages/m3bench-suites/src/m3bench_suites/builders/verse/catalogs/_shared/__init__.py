"""What the families of this group share: plans from lists of calls, fields of forms, and words."""
