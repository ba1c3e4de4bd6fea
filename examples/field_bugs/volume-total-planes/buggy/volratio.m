function r = volratio(V)
% filled part of a volume
[ny, nx, nz] = size(V);
filled = sum(sum(V)); %? bug
if filled > ny*nx*nz
    error('volratio: more than full');
end
r = filled / (ny*nx*nz);
end
