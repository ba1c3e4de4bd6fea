% What programs begin with.
clear all; close all; clc
more off
format long; x = pi
format
warning off
warning('on', 'all')
close all force
drawnow
home;
p = addpath(pwd); ischar(p)
rmpath(pwd);
try, close(1), catch e, disp(e.message), end
try, addpath({1}), catch e, disp(e.message), end
addpath('nosuchfolder_here_at_all');
x = exist('startup.m', 'file'), x = exist('startup'), x = exist('median.m', 'file'), x = exist('nosuch.m', 'file')
