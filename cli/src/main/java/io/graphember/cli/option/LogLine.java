// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** A log message on one line: level, who says it, what; then the stack trace if there is one. */
final class LogLine extends Formatter {
  @Override
  public String format(LogRecord logged) {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    writer.printf("%s %s: %s%n", logged.getLevel(), logged.getLoggerName(), formatMessage(logged));
    if (logged.getThrown() != null) {
      logged.getThrown().printStackTrace(writer);
    }
    return text.toString();
  }
}
