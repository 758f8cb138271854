"""Making benchmarks: references from executors and judges, tasks from tools."""
