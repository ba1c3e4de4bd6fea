function run_all(record)
% RUN_ALL  Runs every driver below this folder and compares what it prints with
%   the file of the same name in expected/.
%   run_all(1) writes those files instead.
if nargin < 1
    record = 0;
end
here = fileparts(mfilename('fullpath'));
list = {'magica/adpt', 'adpt'; 'magica/capr', 'capr'; 'magica/clos', 'clos';
        'magica/crni', 'crni'; 'magica/diff', 'diff'; 'magica/dich', 'dich';
        'magica/edit', 'edit'; 'magica/fdtd', 'fdtd'; 'magica/fiff', 'fiff';
        'magica/nb1d', 'nb1d'; 'magica/nb3d', 'nb3d';
        'figures', 'fragment'; 'figures', 'onecheck'; 'figures', 'settles';
        'mpe', 'cheb'; 'mpe', 'lagrange'; 'mpe', 'gauss'; 'mpe', 'euler';
        'mpe', 'rk4'; 'mpe', 'dp45'; 'mpe', 'entries'; 'mpe', 'mars'; 'mpe', 'duct';
        'bugs', 'bugs'};
warning('off', 'Octave:shadowed-function');   % two programs are called diff and edit

failed = 0;
for k = 1:size(list, 1)
    name = list{k, 2};
    folder = fullfile(here, list{k, 1});
    wanted = fullfile(here, 'expected', [name, '.txt']);
    addpath(folder);
    try
        got = evalc(['drv_', name]);
    catch err
        got = ['error: ', err.message];
    end
    rmpath(folder);
    if record
        file = fopen(wanted, 'w');
        fwrite(file, got);
        fclose(file);
        fprintf('wrote %s\n', name);
    elseif strcmp(got, fileread(wanted))
        fprintf('ok    %s\n', name);
    else
        fprintf('WRONG %s\n%s', name, got);
        failed = failed + 1;
    end
end
if failed > 0
    error('run_all: %d of %d drivers print something else', failed, size(list, 1));
end
end
