module skillsaw/oracle

go 1.19
