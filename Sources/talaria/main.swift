print("talaria")
