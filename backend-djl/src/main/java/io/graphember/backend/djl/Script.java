// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The source of a TorchScript class with the one method {@code forward}, in the dialect that
 * TorchScript itself writes, while it is written.
 */
final class Script {
  /** Name of the class. */
  static final String NAME = "Layer";

  private final List<Argument> arguments = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  /** What was computed once for several operations: its expression, and the variable it is in. */
  private final Map<String, String> shared = new LinkedHashMap<>();

  /** A call of an operator of PyTorch. */
  static String call(String function, Object... operands) {
    StringBuilder call = new StringBuilder("torch.").append(function).append('(');
    for (int i = 0; i < operands.length; i++) {
      call.append(i == 0 ? "" : ", ").append(operands[i]);
    }
    return call.append(')').toString();
  }

  /** The same elements, row-major, in another shape; -1 stands for what is left. */
  static String reshape(String rows, int... shape) {
    List<Integer> sizes = new ArrayList<>();
    for (int size : shape) {
      sizes.add(size);
    }
    return call("reshape", rows, sizes);
  }

  /** Writes a line that gives a variable its value; its name. */
  String let(String name, String expression) {
    lines.add(name + " = " + expression);
    return name;
  }

  /** The variable of an expression, which is computed where it is first asked for. */
  String shared(String expression) {
    String known = shared.get(expression);
    if (known == null) {
      known = let("s" + shared.size(), expression);
      shared.put(expression, known);
    }
    return known;
  }

  /** The variables of an expression with several results; the name of the first. */
  String shared(String expression, String... names) {
    if (shared.putIfAbsent(expression, names[0]) == null) {
      let(String.join(", ", names), expression);
    }
    return names[0];
  }

  /** The name of an argument, which the method has from now on. */
  String argument(Argument argument) {
    if (!arguments.contains(argument)) {
      arguments.add(argument);
    }
    return argument.name();
  }

  /** The name of an argument that there is one of. */
  String argument(Argument.Part part) {
    return argument(new Argument(part, 0));
  }

  /** What the method is called with, in that order. */
  List<Argument> arguments() {
    return List.copyOf(arguments);
  }

  /** The whole class. */
  String source(String result) {
    StringBuilder source = new StringBuilder("class " + NAME + "(Module):\n");
    source.append("  __parameters__ = []\n  __buffers__ = []\n  training : bool\n");
    source.append("  def forward(self: __torch__.").append(NAME);
    for (Argument argument : arguments) {
      source.append(", ").append(argument.name()).append(": Tensor");
    }
    source.append(") -> Tensor:\n");
    lines.forEach(line -> source.append("    ").append(line).append('\n'));
    return source.append("    return ").append(result).append('\n').toString();
  }
}
