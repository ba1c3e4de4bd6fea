names = ['anna'; 'otto'];
ages = [31; 47; 12];
both = [double(names) ages];  %? error[concatenation]
