# run
