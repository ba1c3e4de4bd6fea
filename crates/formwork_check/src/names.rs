//! To be filled in.
use crate::Group;
use crate::finding::Finding;
use formwork_infer::Analysis;
pub(crate) fn find(
    _analysis: &mut Analysis,
    _groups: &[Group],
    _file: &std::path::Path,
    _found: &mut Vec<Finding>,
) {
}
