function info = __octave_config_info__ (name)
  % What programs ask about how Octave was made: the libraries whose services there are here.
  all = {"AMD", "ARPACK", "CAMD", "CCOLAMD", "CHOLMOD", "COLAMD", "CURL", "CXSPARSE", "FFTW3", "FLTK", ...
         "FREETYPE", "GLPK", "HDF5", "JAVA", "KLU", "MAGICK", "OPENGL", "OPENMP", "OSMESA", "PCRE", ...
         "PORTAUDIO", "QHULL", "QRUPDATE", "QT", "RAPIDJSON", "READLINE", "SNDFILE", "SUNDIALS", ...
         "UMFPACK", "ZLIB"};
  features = cell2struct (num2cell (false (size (all))), all, 2);
  for name_of_one = {"FFTW3", "PCRE", "RAPIDJSON", "ZLIB"}
    features.(name_of_one{1}) = true;
  end
  [~, ~, order] = computer ();
  info = struct ("ENABLE_64", true, "api_version", "api-v57", "build_features", features, ...
                 "canonical_host_type", computer (), "mac", ismac (), "unix", isunix (), ...
                 "windows", ispc (), "version", version (), "release_date", "2022-11-02", ...
                 "words_big_endian", strcmp (order, "B"), "words_little_endian", strcmp (order, "L"));
  if nargin > 0
    if ! isfield (info, name)
      error ("__octave_config_info__: no info for '%s'", name);
    end
    info = info.(name);
  end
end
