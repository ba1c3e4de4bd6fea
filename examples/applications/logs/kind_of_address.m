function kind = kind_of_address (address)
  % Whether an address is a private one.

  parts = cellfun (@str2double, strsplit (address, '.'));
  if parts(1) == 10
    kind = 'private (10)';
  elseif parts(1) == 192 && parts(2) == 168
    kind = 'private (192.168)';
  elseif parts(1) == 172 && parts(2) >= 16 && parts(2) <= 31
    kind = 'private (172.16)';
  else
    kind = 'public';
  end
end
