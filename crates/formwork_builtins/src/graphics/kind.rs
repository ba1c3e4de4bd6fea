//! The kinds of graphics objects.

/// What a graphics object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Root,
    Figure,
    Axes,
    Line,
    Text,
    Surface,
    Patch,
    Image,
    Light,
    Group,
    Menu,
    Control,
    Panel,
    Table,
    ContextMenu,
    Toolbar,
    PushTool,
    ToggleTool,
    ButtonGroup,
}

impl Kind {
    /// All of them.
    pub(crate) const ALL: [Kind; 19] = [
        Kind::Root,
        Kind::Figure,
        Kind::Axes,
        Kind::Line,
        Kind::Text,
        Kind::Surface,
        Kind::Patch,
        Kind::Image,
        Kind::Light,
        Kind::Group,
        Kind::Menu,
        Kind::Control,
        Kind::Panel,
        Kind::Table,
        Kind::ContextMenu,
        Kind::Toolbar,
        Kind::PushTool,
        Kind::ToggleTool,
        Kind::ButtonGroup,
    ];

    /// What its property `type` says.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Kind::Root => "root",
            Kind::Figure => "figure",
            Kind::Axes => "axes",
            Kind::Line => "line",
            Kind::Text => "text",
            Kind::Surface => "surface",
            Kind::Patch => "patch",
            Kind::Image => "image",
            Kind::Light => "light",
            Kind::Group => "hggroup",
            Kind::Menu => "uimenu",
            Kind::Control => "uicontrol",
            Kind::Panel => "uipanel",
            Kind::Table => "uitable",
            Kind::ContextMenu => "uicontextmenu",
            Kind::Toolbar => "uitoolbar",
            Kind::PushTool => "uipushtool",
            Kind::ToggleTool => "uitoggletool",
            Kind::ButtonGroup => "uibuttongroup",
        }
    }

    /// Whether any property can be added to it: what stands for a group of lines and patches has
    /// properties that depend on what made it.
    pub(crate) const fn takes_any_property(self) -> bool {
        matches!(self, Kind::Group)
    }
}
