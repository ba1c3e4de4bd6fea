signal = sin(0:0.1:5);
kernel = ones(1, 5) / 5;
smooth = conv(signal, kernel, 'same');
noise = signal - smooth;
