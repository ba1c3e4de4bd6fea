function S = stackVolumes(vols)
% stack a cell array of equally sized slices into a volume

nz = numel(vols);
if nz == 0
    S = [];
    return
end
ref = size(vols{1});
S = zeros([ref(1:2) nz]);
for k = 1:nz
    sz = size(vols{k});
    if ~isequal(sz, ref)
        error('stackVolumes:size', 'slice %d is %dx%d, not %dx%d', k, sz, refSize); %? bug
    end
    S(:,:,k) = vols{k};
end
end
