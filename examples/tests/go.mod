module payments

go 1.19
