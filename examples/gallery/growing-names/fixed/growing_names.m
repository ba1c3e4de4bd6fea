names = ['anna'; 'otto'];
ages = [31; 47];
both = [double(names) ages];
