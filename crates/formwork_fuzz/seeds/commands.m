#!/usr/bin/octave
1;
hold on; format long
close all, clear x y
disp -1
disp - 1
print -dpng "a b.png" % comment
cd ..
axis equal
import pkg.*
!ls -la
warning off
x -1
x.y -1
if x disp(2) end
while (i++ < 10) disp(i); end
