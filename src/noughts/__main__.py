"""python -m noughts"""

from noughts.cli.main import main

if __name__ == "__main__":
    main()
