% Ranges of all classes and what is told about them. Every line is run and what it
% prints or fails with is compared with what GNU Octave printed.
warning('off', 'all');
show_result('uint8(magic(4)):-2');
show_result('uint8(magic(4)):20');
show_result('uint8(magic(4)):200');
show_result('uint8([1 2]):3');
show_result('uint8([1 2]):[]');
show_result('uint8([1 2]):3.5');
show_result('uint8([1 2]):300');
show_result('3:uint8([5 6])');
show_result('3:uint8([])');
show_result('-1:uint8(5)');
show_result('-1:uint8([5 6])');
show_result('1.5:uint8([5 6])');
show_result('1.5:uint8(5)');
show_result('[1 2]:uint8(5)');
show_result('[1 2]:uint8([5 6])');
show_result('uint8(1):2:uint8([5 6])');
show_result('uint8(1):[2 3]:uint8([5 6])');
show_result('uint8(1):[2 3]:uint8(5)');
show_result('uint8(1):1.5:uint8(5)');
show_result('uint8(1):-1.5:uint8(5)');
show_result('uint8(1):-1:uint8(5)');
show_result('uint8(5):-300:uint8(1)');
show_result('uint8(1):300:uint8(5)');
show_result('uint8(1):NaN:uint8(5)');
show_result('uint8(1):NaN');
show_result('NaN:uint8(3)');
show_result('uint8(1):Inf');
show_result('uint8(1):[]:uint8(5)');
show_result('uint8(1):int8([5 6])');
show_result('uint8([1 2]):int8([5 6])');
show_result('uint8(1):single(5)');
show_result('uint8(1):single(5.5)');
show_result('uint8(1):"a"');
show_result('uint8(1):true');
show_result('uint8(1):i');
show_result('uint8(1):{}');
show_result('i:uint8(1)');
show_result('(2+i):uint8(4)');
show_result('([3 -3; 1e-5 -1] + 3i):true');
show_result('colon([3 -3; 1e-5 -1] + 3i, logical(3))');
show_result('(1+3i):true');
show_result('(1+3i):3');
show_result('[1+3i 2]:[3 4]');
show_result('1:[1+3i 2]');
show_result('1:(1+3i)');
show_result('true:3');
show_result('true:true');
show_result('[true false]:3');
show_result('[true false]:true');
show_result('1:true');
show_result('1:[true false]');
show_result('1:[false false]');
show_result('1:"a"');
show_result('"a":"d"');
show_result('"a":100');
show_result('"ab":100');
show_result('{}:1');
show_result('1:struct()');
show_result('1:@sin');
show_result('single(1):[true false]');
show_result('single([1 2]):3');
show_result('single([]):3');
show_result('[]:3');
show_result('1:[]:3');
show_result('true:[]');
show_result('[]:true');
show_result('(1+3i):[]');
show_result('[]:(1+3i)');
show_result('(1:0):3');
show_result('(1:3):3');
show_result('i:"a"');
show_result('i:single(3)');
show_result('single(i):3');
show_result('single([i 3]):true');
show_result('true:[3 4]*i');
show_result('"a":i');
show_result('i:i');
show_result('[1+3i 2]:"a"');
show_result('1:i:3');
show_result('1:true:3');
show_result('1:[1 2]*i:3');
show_result('ones(2,2):3');
show_result('ones(2,0):3');
show_result('colon(1,true)');
show_result('colon(true,true)');
show_result('colon([true false],true)');
show_result('colon(i,true)');
show_result('colon(i,[true false])');
show_result('x=5:7; x(true:2)');
show_result('x=5:7; x(i:2)');
x = 'a':zeros(1, 0)
x = zeros(1, 0):'a'
x = 1:'':3
x = 1:zeros(0, 3)
x = 'e':'a'
class(1:'c')
ans = 5;
puts("text\n")
ans = 5;
printf("text\n")
ans
