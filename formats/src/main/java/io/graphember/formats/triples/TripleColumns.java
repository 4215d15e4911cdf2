// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;

/**
 * The columns of a file of triples, each given by its name in the header or by its number from 1.
 *
 * @param head column of the entity that a triple is about
 * @param relation column of the relation
 * @param tail column of the entity that it is related to
 */
public record TripleColumns(
    @Setting(
            value = "Column of the entity a triple begins at: a name or a number from 1.",
            byDefault = "1")
        String head,
    @Setting(value = "Column of the relation: a name or a number from 1.", byDefault = "2")
        String relation,
    @Setting(
            value = "Column of the entity a triple ends at: a name or a number from 1.",
            byDefault = "3")
        String tail)
    implements CrossChecked {
  @Override
  public void check(Complaints complaints) {
    if (relation.equals(head)) {
      complaints.add("relation", "is the column of head, too");
    }
    if (tail.equals(head)) {
      complaints.add("tail", "is the column of head, too");
    }
    if (tail.equals(relation)) {
      complaints.add("tail", "is the column of relation, too");
    }
  }
}
