function r = crc_bits (polynomial, width, bytes)
  % A cyclic redundancy check, bit by bit.
  top = 2 ^ (width - 1);
  most = 2 ^ width - 1;
  r = 0;
  for k = 1:numel (bytes)
    r = bitxor (r, bytes(k));
    for j = 1:8
      if bitand (r, top)
        r = bitand (bitxor (bitshift (r, 1), polynomial), most);
      else
        r = bitand (bitshift (r, 1), most);
      end
    end
  end
end
