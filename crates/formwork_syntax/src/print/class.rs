//! Classes and declared members.

use super::Printer;
use crate::tree::{Attribute, Class, ClassBlock, Member, MemberTarget};

impl Printer<'_> {
    pub(super) fn class(&mut self, class: &Class) {
        self.text("classdef");
        self.attributes(&class.attributes);
        self.out.push(b' ');
        self.name(class.name);
        for (index, superclass) in class.superclasses.iter().enumerate() {
            self.text(if index == 0 { " < " } else { " & " });
            self.qualified(superclass);
        }
        self.body(&class.body);
        self.word("end");
    }

    pub(super) fn class_block(&mut self, block: &ClassBlock) {
        self.text(block.kind.word());
        self.attributes(&block.attributes);
        self.body(&block.body);
        self.word("end");
    }

    pub(super) fn attributes(&mut self, attributes: &[Attribute]) {
        if attributes.is_empty() {
            return;
        }
        self.text(" (");
        for (index, attribute) in attributes.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            if attribute.negated {
                self.out.push(b'~');
            }
            self.name(attribute.name);
            if let Some(value) = attribute.value {
                self.text(" = ");
                self.value(value);
            }
        }
        self.out.push(b')');
    }

    pub(super) fn member(&mut self, member: &Member) {
        match &member.target {
            MemberTarget::Name(path) => self.qualified(path),
            MemberTarget::PropertiesOf { structure, class } => {
                self.name(*structure);
                self.text(".?");
                self.qualified(class);
            }
            MemberTarget::Ignored => self.out.push(b'~'),
        }
        if let Some(class) = member.class.as_ref().filter(|class| class.at_sign) {
            self.out.push(b'@');
            self.qualified(&class.name);
            if let Some(word) = class.shape_word {
                self.out.push(b' ');
                self.name(word);
            }
        }
        if let Some(size) = &member.size {
            self.text(" (");
            self.list(size);
            self.out.push(b')');
        }
        if let Some(class) = member.class.as_ref().filter(|class| !class.at_sign) {
            self.out.push(b' ');
            self.qualified(&class.name);
        }
        if let Some(validators) = &member.validators {
            self.text(" {");
            self.list(validators);
            self.out.push(b'}');
        }
        if let Some(default) = member.default {
            self.text(" = ");
            self.value(default);
        }
    }
}
