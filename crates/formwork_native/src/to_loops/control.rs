//! Branches and loops.

use formwork_array::ir::{self, Block, Operand, Statement};

use super::destination::Destination;
use super::lowerer::{Lowered, Lowerer};
use super::reuse::Moment;
use crate::loops::{StatementKind, UnaryOp};

impl Lowerer<'_> {
    pub(super) fn branch(
        &mut self,
        statement: &Statement,
        condition: &Operand,
        then: &Block,
        otherwise: &Block,
    ) -> Lowered<()> {
        let condition = self.scalar(condition)?;
        let mut targets = Vec::new();
        for (number, &result) in statement.results.iter().enumerate() {
            let ends = [(then, &then.results[number]), (otherwise, &otherwise.results[number])];
            let target = self.branch_target(statement, result, &ends, &targets)?;
            targets.push(target);
        }
        let mut blocks = Vec::new();
        for block in [then, otherwise] {
            let id = self.builder.open_block();
            self.prefer(block, &targets);
            self.block(block)?;
            if let Some(&first) = statement.results.first() {
                self.settle(&targets, &block.results, Moment::After(first))?;
            }
            self.builder.close_block();
            blocks.push(id);
        }
        self.builder.push(StatementKind::If { condition, then: blocks[0], otherwise: blocks[1] });
        for (&result, target) in statement.results.iter().zip(targets) {
            self.set_storage(result, target.storage);
        }
        Ok(())
    }

    pub(super) fn repeat(&mut self, statement: &Statement, repeat: &ir::Loop) -> Lowered<()> {
        let plan = self.plan_blocks(repeat);
        let mut targets: Vec<Destination> = Vec::new();
        for (value, first) in &repeat.carried {
            let target = self.carried_target(statement, *value, first, &targets)?;
            targets.push(target);
        }
        for ((value, _), target) in repeat.carried.iter().zip(&targets) {
            self.set_storage(*value, target.storage.clone());
        }
        self.count_before(&[&repeat.condition, &repeat.body])?;
        let opened = match plan {
            Some(plan) => Some(self.open_blocks(plan, repeat, &targets)?),
            None => None,
        };
        let always = self.truth(true);
        let body = self.builder.open_block();
        self.block(&repeat.condition)?;
        let Some(test) = repeat.condition.results.first() else {
            return self.limit("a loop without a condition");
        };
        let test = self.scalar(test)?;
        let over = self.builder.unary(UnaryOp::Not, test);
        let over = self.typed(over)?;
        let then = self.builder.open_block();
        self.builder.push(StatementKind::Break);
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition: over, then, otherwise });
        self.prefer(&repeat.body, &targets);
        self.block(&repeat.body)?;
        if let Some(&first) = statement.results.first() {
            self.settle(&targets, &repeat.body.results, Moment::Around(first))?;
        }
        self.builder.close_block();
        self.builder.push(StatementKind::While { condition: always, body });
        if let Some(opened) = opened {
            self.close_blocks(&opened)?;
        }
        for (&result, target) in statement.results.iter().zip(targets) {
            self.set_storage(result, target.storage);
        }
        Ok(())
    }
}
