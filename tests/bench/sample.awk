# `awk -v n=COUNT -f sample.awk`: an evenly spaced sample of so many lines; all where COUNT is 0.
{ line[NR] = $0 }
END { for (i = 1; i <= NR; i++) if (!n || int(i * n / NR) > int((i - 1) * n / NR)) print line[i] }
