"""The half of mutscore's Behave adapter that runs inside the tested project's interpreter."""
