//! The operators, and what they are called.

/// An operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `\`
    LeftDivide,
    /// `^`
    Power,
    /// `.*`
    ElementMultiply,
    /// `./`
    ElementDivide,
    /// `.\`
    ElementLeftDivide,
    /// `.^`
    ElementPower,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterEqual,
    /// `>`
    Greater,
    /// `&`
    And,
    /// `|`
    Or,
}

/// An operator of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    /// `+x`
    Plus,
    /// `-x`
    Minus,
    /// `!x`
    Not,
    /// `x.'`
    Transpose,
    /// `x'`
    ConjugateTranspose,
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [BinaryOp; 18] = [
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Multiply,
        BinaryOp::Divide,
        BinaryOp::LeftDivide,
        BinaryOp::Power,
        BinaryOp::ElementMultiply,
        BinaryOp::ElementDivide,
        BinaryOp::ElementLeftDivide,
        BinaryOp::ElementPower,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::GreaterEqual,
        BinaryOp::Greater,
        BinaryOp::And,
        BinaryOp::Or,
    ];

    /// The operator that a function stands for.
    #[must_use]
    pub fn of_function(name: &str) -> Option<BinaryOp> {
        BinaryOp::ALL.into_iter().find(|op| op.function() == name)
    }

    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::LeftDivide => "\\",
            BinaryOp::Power => "^",
            BinaryOp::ElementMultiply => ".*",
            BinaryOp::ElementDivide => "./",
            BinaryOp::ElementLeftDivide => ".\\",
            BinaryOp::ElementPower => ".^",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Greater => ">",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
        }
    }

    /// The function that it stands for.
    #[must_use]
    pub const fn function(self) -> &'static str {
        match self {
            BinaryOp::Add => "plus",
            BinaryOp::Subtract => "minus",
            BinaryOp::Multiply => "mtimes",
            BinaryOp::Divide => "mrdivide",
            BinaryOp::LeftDivide => "mldivide",
            BinaryOp::Power => "mpower",
            BinaryOp::ElementMultiply => "times",
            BinaryOp::ElementDivide => "rdivide",
            BinaryOp::ElementLeftDivide => "ldivide",
            BinaryOp::ElementPower => "power",
            BinaryOp::Less => "lt",
            BinaryOp::LessEqual => "le",
            BinaryOp::Equal => "eq",
            BinaryOp::NotEqual => "ne",
            BinaryOp::GreaterEqual => "ge",
            BinaryOp::Greater => "gt",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
        }
    }

    /// What it is called when sizes do not fit.
    pub(super) const fn conformance_name(self) -> &'static str {
        match self {
            BinaryOp::Add => "operator +",
            BinaryOp::Subtract => "operator -",
            BinaryOp::Multiply => "operator *",
            BinaryOp::Divide => "operator /",
            BinaryOp::LeftDivide => "operator \\",
            BinaryOp::Power => "operator ^",
            BinaryOp::ElementMultiply => "product",
            BinaryOp::ElementDivide | BinaryOp::ElementLeftDivide => "quotient",
            BinaryOp::ElementPower => "operator .^",
            BinaryOp::Less => "mx_el_lt",
            BinaryOp::LessEqual => "mx_el_le",
            BinaryOp::Equal => "mx_el_eq",
            BinaryOp::NotEqual => "mx_el_ne",
            BinaryOp::GreaterEqual => "mx_el_ge",
            BinaryOp::Greater => "mx_el_gt",
            BinaryOp::And => "mx_el_and",
            BinaryOp::Or => "mx_el_or",
        }
    }
}

impl UnaryOp {
    /// All of them.
    pub const ALL: [UnaryOp; 5] = [
        UnaryOp::Plus,
        UnaryOp::Minus,
        UnaryOp::Not,
        UnaryOp::Transpose,
        UnaryOp::ConjugateTranspose,
    ];

    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "!",
            UnaryOp::Transpose => ".'",
            UnaryOp::ConjugateTranspose => "'",
        }
    }

    /// The function that it stands for.
    #[must_use]
    pub const fn function(self) -> &'static str {
        match self {
            UnaryOp::Plus => "uplus",
            UnaryOp::Minus => "uminus",
            UnaryOp::Not => "not",
            UnaryOp::Transpose => "transpose",
            UnaryOp::ConjugateTranspose => "ctranspose",
        }
    }
}
