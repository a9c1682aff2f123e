module example.org/paymentservice

go 1.19
