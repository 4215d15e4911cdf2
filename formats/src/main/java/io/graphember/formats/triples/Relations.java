// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.formats.table.RowTable;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.TypeName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The relations of a knowledge graph, numbered in the order in which they come first. */
final class Relations {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /** Those of a graph whose edge types are known. */
  static Relations of(GraphHeader header) {
    final Relations relations = new Relations();
    header.edgeTypes().forEach(type -> relations.numbers.put(type.name(), relations.count()));
    return relations;
  }

  /** How many there are. */
  int count() {
    return numbers.size();
  }

  /** An edge type from entity to entity for each. */
  List<EdgeType> edgeTypes() {
    return numbers.keySet().stream().map(name -> new EdgeType(name, 0, 0)).toList();
  }

  /** Takes the relation of a triple, and gives it a number if it is new. */
  void add(RowTable at, int column, char[] text, int offset, int length) {
    final String name = new String(text, offset, length);
    if (numbers.containsKey(name)) {
      return;
    }
    if (!TypeName.isEdgeType(name)) {
      throw at.error(
          InputError.INPUT_RELATION_UNFIT,
          column,
          text,
          offset,
          length,
          "a relation must be " + TypeName.EDGE_RULE);
    }
    if (count() == GraphHeader.MAX_EDGE_TYPES) {
      throw at.error(
          InputError.INPUT_TOO_MANY_RELATIONS,
          column,
          text,
          offset,
          length,
          "a graph has up to " + GraphHeader.MAX_EDGE_TYPES + " relations, and this is one more");
    }
    numbers.put(name, count());
  }

  /** Number of the relation of a triple. */
  int number(RowTable at, int column, char[] text, int offset, int length) {
    final Integer number = numbers.get(new String(text, offset, length));
    if (number == null) {
      throw at.error(
          InputError.INPUT_RELATION_UNKNOWN,
          column,
          text,
          offset,
          length,
          "there was no such relation when the source was opened; leave its files alone while they"
              + " are read");
    }
    return number;
  }
}
