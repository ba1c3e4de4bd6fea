//! Graphics: figures, axes, texts, properties. What draws data stands in `drawings`.
//!
//! Nothing is drawn: everything is kept as a record (`crate::graphics`), so that a program that
//! plots runs to its end and can ask what it has set. Somebody is told so once. In MATLAB handles
//! are objects, not numbers.

mod annotate;
mod axes;
mod colors;
mod common;
mod contour;
mod draw;
pub(crate) mod drawings;
mod figures;
mod lines;
mod property;

use formwork_runtime::Class;

pub(crate) use property::{delete, isprop};

use crate::graphics::Kind;
use crate::row::{Arity, Effects, Evaluator, Output, Row, row, stateful};
use crate::rules::special::{order, unrunnable};
use crate::rules::{ClassRule, ShapeRule};

const HANDLE: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Special)];
const HANDLES: &[Output] = &[Output::new(ShapeRule::Column, ClassRule::Special)];
const SOME_HANDLES: &[Output] = &[Output::new(ShapeRule::Unknown, ClassRule::Special)];
/// The handle of a legend, those of its parts and of what it names, and the names.
const KEY: &[Output] = ANY;
const ANY: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)];
const TRUTH: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];
const MARKS: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Logical))];
const MATRIX: &[Output] = &[Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double))];
const LIMITS: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const PROPERTY: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const NOTHING: &[Output] = &[];

/// What lasts between statements, and would be seen.
const SHOWN: Effects = Effects::STATE.and(Effects::OUTPUT);

/// A function that gives the handle of one object to who asks for it.
const fn makes(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    row(name, Arity::at_least(0), HANDLE, SHOWN, evaluate, doc)
        .own_classes(unrunnable::handle)
        .quiet()
        .more_outputs()
}

/// A function that gives the handle of one object whether it is asked for or not.
const fn finds(name: &'static str, most: u8, evaluate: Evaluator, doc: &'static str) -> Row {
    row(name, Arity::between(0, most), HANDLE, SHOWN, evaluate, doc)
        .own_classes(unrunnable::handle)
        .more_outputs()
}

/// Something that is said for what it does.
const fn says(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    row(name, Arity::at_least(0), NOTHING, SHOWN, evaluate, doc).more_outputs()
}

/// Something that is said for what it does, or asked for what there is.
const fn tells(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    row(name, Arity::at_least(0), ANY, SHOWN, evaluate, doc)
}

/// The text of axes that a function of its name sets.
macro_rules! part {
    ($name:literal, $doc:literal) => {
        makes($name, |cx, args, nargout| annotate::part(cx, $name, args, nargout), $doc)
    };
}

/// A property of axes that a function of nearly its name sets.
macro_rules! scale {
    ($name:literal, $property:literal, $doc:literal) => {
        tells($name, |cx, args, nargout| axes::scale_property(cx, $property, args, nargout), $doc)
    };
}

/// An object without data.
macro_rules! object {
    ($name:literal, $kind:ident, $doc:literal) => {
        makes($name, |cx, args, nargout| draw::make(cx, $name, Kind::$kind, args, nargout), $doc)
    };
}

/// The range of axes in a direction.
const fn limit(name: &'static str, evaluate: Evaluator) -> Row {
    row(name, Arity::at_least(0), LIMITS, SHOWN, evaluate, "The limits of axes, or sets them.")
        .own_shape(unrunnable::of_limits)
        .own_classes(unrunnable::class_of_limits)
}

pub(crate) const ROWS: &[Row] = &[
    makes("figure", figures::figure, "Makes a figure, or makes one the current one."),
    finds("gcf", 0, figures::gcf, "The current figure."),
    finds("gca", 1, axes::gca, "The current axes."),
    finds("groot", 0, figures::groot, "The object around all figures."),
    stateful("gcbo", Arity::exactly(0), MATRIX, figures::nothing_called, "What a callback is of."),
    stateful(
        "gcbf",
        Arity::exactly(0),
        MATRIX,
        figures::nothing_called,
        "The figure of a callback.",
    ),
    stateful("gco", Arity::between(0, 1), MATRIX, figures::nothing_called, "What was clicked at."),
    row(
        "close",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double))],
        SHOWN.and(Effects::QUIET),
        figures::close,
        "Closes figures.",
    ),
    says("closereq", figures::close, "Closes the current figure."),
    makes("clf", figures::clf, "Clears a figure."),
    makes("axes", axes::axes, "Makes axes, or makes some the current ones."),
    makes("subplot", axes::subplot, "Axes in a cell of a grid."),
    finds("newplot", 1, axes::newplot, "Makes axes ready for something new."),
    says("cla", axes::cla, "Clears axes."),
    says("hold", axes::hold, "Whether what is drawn is added to what is there."),
    stateful(
        "ishold",
        Arity::between(0, 1),
        TRUTH,
        axes::ishold,
        "Whether what is drawn is added.",
    ),
    says("grid", axes::grid, "Shows the grid of axes or hides it."),
    says("box", axes::frame, "Shows the frame of axes or hides it."),
    tells("axis", axes::axis, "The limits and the look of axes."),
    limit("xlim", axes::xlim),
    limit("ylim", axes::ylim),
    limit("zlim", axes::zlim),
    scale!("xticks", "xtick", "The ticks of axes, or sets them."),
    scale!("yticks", "ytick", "The ticks of axes, or sets them."),
    scale!("zticks", "ztick", "The ticks of axes, or sets them."),
    scale!("xticklabels", "xticklabel", "The labels of ticks, or sets them."),
    scale!("yticklabels", "yticklabel", "The labels of ticks, or sets them."),
    scale!("zticklabels", "zticklabel", "The labels of ticks, or sets them."),
    scale!("xtickangle", "xticklabelrotation", "The angle of labels, or sets it."),
    scale!("ytickangle", "yticklabelrotation", "The angle of labels, or sets it."),
    scale!("ztickangle", "zticklabelrotation", "The angle of labels, or sets it."),
    tells("view", axes::view, "From where axes are looked at."),
    tells("daspect", axes::daspect, "How long units are in relation to each other."),
    tells("pbaspect", axes::pbaspect, "How long axes are in relation to each other."),
    says("linkaxes", axes::linkaxes, "Gives axes the same limits.").taking(Arity::between(1, 2)),
    says("shading", axes::look, "How surfaces are coloured."),
    says("hidden", axes::look, "Whether what is behind a mesh is seen."),
    says("lighting", axes::look, "How surfaces are lit."),
    says("material", axes::look, "How surfaces shine."),
    says("zoom", figures::nothing, "Whether the mouse changes limits."),
    says("pan", figures::nothing, "Whether the mouse moves axes."),
    says("rotate3d", figures::nothing, "Whether the mouse turns axes."),
    says("refresh", figures::nothing, "Draws a figure anew."),
    says("refreshdata", figures::nothing, "Takes data anew from variables."),
    says("shg", figures::nothing, "Shows the current figure."),
    says("movegui", figures::nothing, "Moves a figure."),
    says("datetick", figures::unsaved, "Labels ticks with dates."),
    says("print", figures::unsaved, "Saves a figure; no file is written."),
    says("saveas", figures::unsaved, "Saves a figure; no file is written."),
    says("savefig", figures::unsaved, "Saves a figure; no file is written."),
    says("hgsave", figures::unsaved, "Saves a figure; no file is written."),
    tells("graphics_toolkit", figures::toolkit, "What draws: nothing."),
    tells("orient", figures::orient, "How a figure lies on paper."),
    tells("getframe", figures::getframe, "The picture of a figure: white."),
    part!("title", "The title of axes."),
    part!("xlabel", "The label of the first axis."),
    part!("ylabel", "The label of the second axis."),
    part!("zlabel", "The label of the third axis."),
    row(
        "text",
        Arity::at_least(0),
        HANDLES,
        SHOWN.and(Effects::QUIET),
        annotate::text,
        "Writes texts into axes.",
    )
    .own_classes(unrunnable::handle),
    row(
        "legend",
        Arity::at_least(0),
        KEY,
        SHOWN.and(Effects::QUIET),
        annotate::legend,
        "Names what axes show.",
    )
    .more_outputs(),
    row(
        "colorbar",
        Arity::at_least(0),
        SOME_HANDLES,
        SHOWN.and(Effects::QUIET),
        colors::colorbar,
        "Shows what colours mean.",
    )
    .own_classes(unrunnable::handle),
    makes("annotation", annotate::annotation, "Draws something beside axes."),
    tells("clabel", annotate::unwritten, "Writes heights beside contours."),
    row(
        "colormap",
        Arity::at_least(0),
        MATRIX,
        SHOWN,
        colors::colormap,
        "The colours that numbers stand for, or sets them.",
    ),
    tells("caxis", colors::caxis, "The numbers that the first and the last colour stand for."),
    stateful("get", Arity::between(1, 2), PROPERTY, property::get, "The properties of an object.")
        .own_shape(unrunnable::of_property)
        .own_classes(unrunnable::class_of_property),
    row("set", Arity::at_least(1), ANY, SHOWN, property::set, "Sets properties of objects."),
    stateful("ishghandle", Arity::exactly(1), MARKS, property::ishghandle, "What is a handle.")
        .own_shape(order::ishandle),
    stateful("isgraphics", Arity::between(1, 2), MARKS, property::ishghandle, "What is a handle.")
        .own_shape(order::ishandle),
    stateful("ishandle", Arity::exactly(1), MARKS, property::ishghandle, "What is a handle.")
        .own_shape(order::ishandle),
    stateful("isfigure", Arity::exactly(1), MARKS, property::isfigure, "What is a figure.")
        .own_shape(order::ishandle),
    stateful("isaxes", Arity::exactly(1), MARKS, property::isaxes, "What is a handle of axes.")
        .own_shape(order::ishandle),
    stateful("ancestor", Arity::between(2, 3), SOME_HANDLES, property::ancestor, "What is around.")
        .own_classes(unrunnable::handle),
    stateful(
        "allchild",
        Arity::exactly(1),
        ANY,
        property::allchild,
        "What is inside, hidden or not.",
    ),
    stateful("findobj", Arity::at_least(0), HANDLES, property::findobj, "Objects with properties.")
        .own_classes(unrunnable::handle),
    stateful("findall", Arity::at_least(0), HANDLES, property::findall, "Objects with properties.")
        .own_classes(unrunnable::handle),
    row(
        "copyobj",
        Arity::between(1, 2),
        SOME_HANDLES,
        SHOWN.and(Effects::QUIET),
        property::copyobj,
        "Copies objects.",
    )
    .own_classes(unrunnable::handle),
    says("__go_delete__", property::delete, "Deletes objects.").taking(Arity::exactly(1)),
    says("addlistener", figures::nothing, "Has a function called when a property changes: never.")
        .taking(Arity::between(3, 4)),
    says("dellistener", figures::nothing, "Has a function no longer called.")
        .taking(Arity::between(2, 3)),
    says("addproperty", property::addproperty, "Adds a property to an object.")
        .taking(Arity::at_least(3)),
    says("setappdata", property::setappdata, "Keeps data with an object.")
        .taking(Arity::at_least(3)),
    says("rmappdata", property::rmappdata, "Forgets data of an object.").taking(Arity::at_least(2)),
    stateful("getappdata", Arity::between(1, 2), ANY, property::getappdata, "Data of an object."),
    stateful("isappdata", Arity::exactly(2), TRUTH, property::isappdata, "Whether there is data."),
    tells("guidata", property::guidata, "Data of a figure, or keeps it.")
        .taking(Arity::between(1, 2)),
    object!("hggroup", Group, "A group of objects."),
    object!("hgtransform", Group, "A group of objects that are moved together."),
    object!("light", Light, "A light."),
    makes("camlight", draw::light, "A light beside who looks."),
    makes("lightangle", draw::light, "A light from a direction."),
    object!("uimenu", Menu, "A menu."),
    object!("uicontrol", Control, "A button, a slider or the like."),
    object!("uipanel", Panel, "A part of a figure."),
    object!("uitable", Table, "A table."),
    object!("uicontextmenu", ContextMenu, "A menu of an object."),
    object!("uitoolbar", Toolbar, "A row of tools."),
    object!("uipushtool", PushTool, "A tool."),
    object!("uitoggletool", ToggleTool, "A tool that is on or off."),
    object!("uibuttongroup", ButtonGroup, "Buttons of which one is on."),
];
