print("atlas-maker")
