"""What is printed: text in lines and blocks, bar codes, labels of packages, pages, posters and screens."""
