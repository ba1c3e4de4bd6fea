function [c, A] = triCentres(nodes, tri)
% TRICENTRES  centres and areas of triangles
%   nodes  n x 2,  tri  m x 3 node numbers
%
% Example (one element):
%   [c, A] = triCentres([0 0; 3 0; 0 3], [1 2 3])   % c = [1 1], A = 4.5

x = nodes(:,1);
y = nodes(:,2);
X = reshape(x(tri), size(tri));
Y = reshape(y(tri), size(tri));
c = [mean(X,2), mean(Y,2)];
A = abs((X(:,2)-X(:,1)).*(Y(:,3)-Y(:,1)) - ...
        (X(:,3)-X(:,1)).*(Y(:,2)-Y(:,1)))/2;
end
