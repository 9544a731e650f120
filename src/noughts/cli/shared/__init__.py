"""What the commands share: options, reading, printing, progress."""
