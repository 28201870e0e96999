import Imaging

// A picture reader like the program's, but for files that are attacks.

PictureReader.run(Attack.read)
