% Filters of grey images: a scene is made, made worse, and mended; edges and regions are found.

scene = make_scene (48, 64);
noisy = add_noise (scene, 12, 0.03, 4711);

printf ('== smoothing ==\n');
filters.mean = @(image) convolve (image, ones (3) / 9);
filters.gauss = @(image) convolve (image, gauss_kernel (2, 1.0));
filters.median = @(image) median_filter (image, 1);
filters.bilateral = @(image) bilateral_filter (image, 2, 1.5, 30);
printf ('%-10s %8s %8s\n', 'filter', 'error', 'PSNR');
report_quality ('none', scene, noisy);
names = fieldnames (filters);
for k = 1:numel (names)
  smoothed.(names{k}) = filters.(names{k}) (noisy);
  report_quality (names{k}, scene, smoothed.(names{k}));
end

printf ('\n== histogram ==\n');
show_histogram (scene, 8);
stretched = equalise (scene);
printf ('after equalisation: mean %.2f, deviation %.2f\n', mean (stretched(:)), std (stretched(:)));

printf ('\n== edges ==\n');
[strength, direction] = gradients (smoothed.median);
edges = thin_edges (strength, direction, 90);
printf ('%d of %d pixels are edges, strongest %.1f\n', nnz (edges), numel (edges), max (strength(:)));
show_mask (edges(1:2:end, 1:2:end));

printf ('\n== regions ==\n');
level = otsu (smoothed.median);
printf ('threshold %d\n', level);
mask = open_mask (smoothed.median > level, 1);
[labels, count] = label_regions (mask);
printf ('%d regions\n', count);
show_regions (labels, count);

printf ('\n== shrinking ==\n');
small = shrink (scene, 4);
printf ('%dx%d, mean %.3f (before: %.3f)\n', size (small), mean (small(:)), mean (scene(:)));
disp (round (small(3:6, 3:10)));
