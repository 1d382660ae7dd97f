// talaria
