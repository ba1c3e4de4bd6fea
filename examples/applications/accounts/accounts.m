% A bank of accounts with listeners.
%
% Accounts are classes of handles with inheritance: savings accounts pay interest, checking
% accounts may be overdrawn. An auditor listens to all of them through function handles.

bank = Bank ("First Bank of Examples");
ada = bank.open ("savings", "Ada", 0.03);
grace = bank.open ("checking", "Grace", 500);
alan = bank.open ("plain", "Alan");

auditor = Auditor (900);
bank.each (@(account) auditor.watch (account));
grace.listen ("overdrawn", @(account, event, amount) ...
  printf ("dear %s, your account is at %.2f\n", account.owner, amount));

ada.deposit (1000);
grace.deposit (250);
alan.deposit (80.5);
grace.withdraw (600);
ada.withdraw (10);
ada.withdraw (20);
ada.withdraw (30);
ada.transfer (grace, 400);
ada.transfer (alan, 5.25);
ada.accrue ();
ada.accrue (2);

function attempt (action)
  try
    action ();
  catch err
    printf ("[%s] %s\n", err.identifier, err.message);
  end
end
attempt (@() alan.withdraw (1000));
attempt (@() alan.deposit (-5));
attempt (@() bank.find (7));
attempt (@() bank.open ("golden", "Nobody"));
attempt (@() Account (1));
attempt (@() grace.history);
attempt (@() grace.record ("theft", 1));
try
  ada.balance = 1e6;
catch err
  disp (err.message);
end
try
  ada.rate = 2;
catch err
  disp (err.message);
end

bank.each (@(account) account.statement ());
auditor.report ();
printf ("%d accounts with %.2f %s\n", bank.count, bank.total, Account.CURRENCY);
best = bank.richest ()
same = bank.find (ada.number);
same.deposit (1);
printf ("%.2f %.2f %d\n", same.balance, ada.balance, isequal (same, ada));
printf ("%s is an Account: %d, a Savings: %d, a handle: %d\n", class (grace), ...
        isa (grace, "Account"), isa (grace, "Savings"), isa (grace, "handle"));
grace
disp (ismethod (grace, "available"));
disp (isprop (grace, "limit"));
