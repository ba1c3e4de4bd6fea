function r = crc_bits_hand (bytes)
  r = 0;
  for k = 1:numel (bytes)
    r = bitxor (r, bytes(k));
    for j = 1:8
      if bitand (r, 128)
        r = bitand (bitxor (bitshift (r, 1), 7), 255);
      else
        r = bitand (bitshift (r, 1), 255);
      end
    end
  end
end
