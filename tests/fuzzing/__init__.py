"""Coverage-guided fuzzing of everything that reads a text: see docs/testing.md."""
