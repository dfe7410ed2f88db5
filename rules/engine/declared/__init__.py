"""What systems declare: about themselves, cards, measures, log lines, and what they answer by subject."""
