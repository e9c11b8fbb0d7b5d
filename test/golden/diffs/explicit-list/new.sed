s/lab1:0-1, dgx01/lab1:1, lab1:0, dgx02/
