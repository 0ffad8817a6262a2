"""What the step files share: builders, checks, a small HTTP client."""
