function [F, Q] = motion (models)
  % How the state [east; speed; north; speed] goes on, and how uncertain that is.

  dt = models.dt;
  block = [1, dt; 0, 1];
  drive = [dt ^ 2 / 2; dt];
  F = blkdiag (block, block);
  Q = models.acceleration ^ 2 * blkdiag (drive * drive', drive * drive');
end
