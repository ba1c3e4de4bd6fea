//! Which functions of the language GNU Octave has compiled, rather than as files: what
//! `exist` tells apart.

/// The names, separated by white space.
const COMPILED: &str = "
    EDITOR EXEC_PATH F_DUPFD F_GETFD F_GETFL F_SETFD F_SETFL I IMAGE_PATH Inf J NA NaN
    OCTAVE_EXEC_HOME OCTAVE_HOME OCTAVE_VERSION O_APPEND O_ASYNC O_CREAT O_EXCL O_NONBLOCK
    O_RDONLY O_RDWR O_SYNC O_TRUNC O_WRONLY PAGER PAGER_FLAGS PS1 PS2 PS4 P_tmpdir SEEK_CUR
    SEEK_END SEEK_SET SIG S_ISBLK S_ISCHR S_ISDIR S_ISFIFO S_ISLNK S_ISREG S_ISSOCK WCONTINUE
    WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WSTOPSIG
    WTERMSIG WUNTRACED __accumarray_max__ __accumarray_min__ __accumarray_sum__ __accumdim_sum__
    __base64_decode_bytes__ __betainc__ __blas_version__ __builtins__ __calc_dimensions__
    __contourc__ __db_next_breakpoint_quiet__ __display_tokens__ __dsearchn__ __dump_load_path__
    __dump_symtab_info__ __dump_typeinfo__ __eigs__ __event_manager_apply_preferences__
    __event_manager_copy_image_to_clipboard__ __event_manager_edit_file__
    __event_manager_enabled__ __event_manager_file_dialog__ __event_manager_file_remove__
    __event_manager_file_renamed__ __event_manager_gui_preference__
    __event_manager_gui_status_update__ __event_manager_have_dialogs__
    __event_manager_input_dialog__ __event_manager_list_dialog__ __event_manager_named_icon__
    __event_manager_question_dialog__ __event_manager_register_documentation__
    __event_manager_show_command_history__ __event_manager_show_community_news__
    __event_manager_show_documentation__ __event_manager_show_file_browser__
    __event_manager_show_preferences__ __event_manager_show_release_notes__
    __event_manager_show_terminal_window__ __event_manager_show_workspace__
    __event_manager_unregister_documentation__ __event_manager_update_gui_lexer__ __expint__
    __fieldnames__ __fnmatch__ __ftp__ __ftp_ascii__ __ftp_binary__ __ftp_close__ __ftp_cwd__
    __ftp_delete__ __ftp_dir__ __ftp_mget__ __ftp_mkdir__ __ftp_mode__ __ftp_mput__ __ftp_pwd__
    __ftp_rename__ __ftp_rmdir__ __gammainc__ __get__ __get_cmdline_fcn_txt__ __get_frame__
    __get_position__ __get_system_fonts__ __go_axes__ __go_delete__ __go_execute_callback__
    __go_figure__ __go_figure_handles__ __go_handles__ __go_hggroup__ __go_image__ __go_light__
    __go_line__ __go_patch__ __go_post_callback__ __go_scatter__ __go_surface__ __go_text__
    __go_uibuttongroup__ __go_uicontextmenu__ __go_uicontrol__ __go_uimenu__ __go_uipanel__
    __go_uipushtool__ __go_uitable__ __go_uitoggletool__ __go_uitoolbar__ __gud_mode__
    __ichol0__ __icholt__ __ilu0__ __iluc__ __ilutp__ __image_pixel_size__ __inline_ctor__
    __is_elevated_process__ __is_handle_visible__ __isprimelarge__ __java2mat__ __java_exit__
    __java_get__ __java_init__ __java_set__ __keywords__ __lapack_version__ __lexer_debug_flag__
    __lin_interpn__ __list_functions__ __locale_charset__ __magick_finfo__ __magick_formats__
    __magick_ping__ __magick_read__ __magick_write__ __make_valid_name__ __meta_get_package__
    __methods__ __mfile_encoding__ __mkdir__ __native2unicode__ __octave_config_info__
    __open_with_system_app__ __operators__ __parent_classes__ __parse_file__
    __parser_debug_flag__ __pathorig__ __pchip_deriv__ __profiler_data__ __profiler_enable__
    __profiler_reset__ __qp__ __request_drawnow__ __restful_service__ __show_figure__
    __sort_rows_idx__ __streameuler2d__ __streameuler3d__ __textscan__ __token_count__
    __traditional__ __u8_validate__ __unicode2native__ __unicode_length__ __update_normals__
    __varval__ __version_info__ __wglob__ __which__ __wmemory__ __zoom__ abs acos acosh
    add_input_event_hook addlistener addpath addproperty airy all amd and angle any arg argv
    arrayfun asin asinh assignin atan atan2 atanh atexit auto_repeat_debug_command autoload
    available_graphics_toolkits balance base64_decode base64_encode beep_on_error besselh
    besseli besselj besselk bessely bitand bitor bitpack bitshift bitunpack bitxor blkmm bsxfun
    built_in_docstrings_file builtin canonicalize_file_name cat cbrt ccolamd cd ceil cell
    cell2struct cellfun cellindexmat cellslices cellstr char chdir chol chol2inv choldelete
    cholinsert cholinv cholshift cholupdate class clc clear cmdline_options colamd colloc colon
    columns command_line_path commandhistory commandwindow completion_append_char
    completion_matches complex confirm_recursive_rmdir conj conv2 convn cos cosh cputime
    crash_dumps_octave_core csymamd ctranspose cummax cummin cumprod cumsum daspk daspk_options
    dasrt dasrt_options dassl dassl_options dawson dbclear dbcont dbdown dblist dbnext dbquit
    dbstack dbstatus dbstep dbstop dbtype dbup dbwhere debug_java debug_on_error
    debug_on_interrupt debug_on_warning dellistener desktop det diag diary diff dir_encoding
    dir_in_loadpath disp display dlmread dmperm do_string_escapes doc_cache_file dot double
    drawnow dup2 e echo edit_history eig ellipj endgrent endpwent eps eq erf erfc erfcinv erfcx
    erfi erfinv errno errno_list error etree eval evalc evalin exec exist exit exp expm1 eye
    false fclear fclose fcntl fdisp feof ferror feval fflush fft fft2 fftn fgetl fgets
    file_in_loadpath file_in_path filebrowser filesep filter find fix fixed_point_format
    flintmax floor fopen fork format fprintf fputs fread freport frewind fscanf fseek fskipl
    ftell full func2str functions fwrite gamma gammaln gcd ge genpath get get_help_text
    get_help_text_from_file get_home_directory getegid getenv geteuid getgid getgrent getgrgid
    getgrnam gethostname getpgrp getpid getppid getpwent getpwnam getpwuid getrusage getuid
    givens glob gmtime gsvd gt hash have_window_system hess hex2num history history_control
    history_file history_save history_size history_timestamp_format_string home horzcat hypot i
    ifelse ifft ifft2 ifftn ignore_function_time_stamp imag ind2sub inf inferiorto info_file
    info_program input int16 int32 int64 int8 intmax intmin inv inverse ipermute
    is_absolute_filename is_dq_string is_function_handle is_rooted_relative_filename
    is_same_file is_sq_string isa isalnum isalpha isargout isascii isbool iscell iscellstr
    ischar iscntrl iscolumn iscomplex isdebugmode isdigit isempty isfield isfinite isfloat
    isglobal isgraph isguirunning ishghandle isieee isindex isinf isinteger isjava iskeyword
    islogical islower ismatrix isna isnan isnull isnumeric isobject isprint ispunct isreal isrow
    isscalar issorted isspace issparse issquare isstruct isstudent isupper isvarname isvector
    isxdigit j javaMethod javaObject java_matrix_autoconversion java_unsigned_autoconversion
    jsondecode jsonencode kbhit keyboard kill kron lasterr lasterror lastwarn ldivide le length
    lgamma link linspace list_in_columns load loaded_graphics_toolkits localfunctions localtime
    log log10 log1p log2 logical lookup lower lsode lsode_options lstat lt lu luupdate
    make_absolute_filename makeinfo_program mat2cell matrix_type max max_recursion_depth
    max_stack_depth merge metaclass mfilename mgorth min minus mislocked missing_component_hook
    missing_function_hook mkfifo mkstemp mktime mldivide mlock mod more mpower mrdivide mtimes
    munlock nan nargin nargout native_float_format ndims ne newline nnz norm not nproc
    nth_element num2cell num2hex numel numfields nzmax octave_core_file_limit
    octave_core_file_name octave_core_file_options onCleanup ones openvar
    optimize_diagonal_matrix optimize_permutation_matrix optimize_range optimize_subsasgn_calls
    or ordqz ordschur output_precision page_output_immediately page_screen_output path pathsep
    pause pclose permute pi pinv pipe plus popen popen2 power print_empty_dimensions
    print_struct_array_contents printf prod program_invocation_name program_name properties psi
    putenv puts pwd qr qrdelete qrinsert qrshift qrupdate quad quad_options quadcc quit qz rand
    rande randg randn randp randperm rats rcond rdivide readdir readline_re_read_init_file
    readline_read_init_file readlink real realmax realmin regexp regexpi regexprep
    register_graphics_toolkit rehash rem remove_input_event_hook rename repelems reset reshape
    resize restoredefaultpath rethrow rmdir rmfield rmpath round roundb rows rsf2csf run_history
    save save_default_options save_header_format_string save_precision scanf schur set setenv
    setgrent setpwent sighup_dumps_octave_core sign signbit sigquit_dumps_octave_core
    sigterm_dumps_octave_core silent_functions sin single sinh size size_equal sizemax sizeof
    sort source spalloc sparse sparse_auto_mutate split_long_rows spparms sprank sprintf sqrt
    sqrtm squeeze sscanf stat stderr stdin stdout str2double str2func strcmp strcmpi strfind
    strftime string_fill_char strncmp strncmpi strptime strrep struct struct2cell
    struct_levels_to_print strvcat sub2ind subsasgn subsref sum sumsq superiorto
    suppress_verbose_help_message svd svd_driver sylvester symamd symbfact symlink symrcm system
    tan tanh tempname terminal_size texi_macros_file textscan tic tilde_expand time times
    tmpfile toc tolower toupper transpose tril triu true tsearch typecast typeinfo uint16 uint32
    uint64 uint8 umask uminus uname undo_string_escapes unicode_idx unlink unsetenv uplus upper
    urlread urlwrite user_config_dir user_data_dir vec vertcat waitfor waitpid warning warranty
    who whos whos_line_format winqueryreg workspace yes_or_no zeros
";

/// Whether a function is compiled.
#[must_use]
pub fn is_compiled(name: &str) -> bool {
    COMPILED.split_ascii_whitespace().any(|compiled| compiled == name)
}
