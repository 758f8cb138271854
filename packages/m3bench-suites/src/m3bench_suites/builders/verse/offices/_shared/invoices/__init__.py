"""Invoices and other papers as PDF, and the jobs on them."""
