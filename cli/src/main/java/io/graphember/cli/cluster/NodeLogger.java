// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.ignite.IgniteLogger;
import org.jspecify.annotations.Nullable;

/**
 * Sends what nodes log to {@code java.util.logging}. Ignite's own logger for that also prints to
 * standard output, which belongs to results.
 */
final class NodeLogger implements IgniteLogger {
  private final Logger logger;

  NodeLogger(String name) {
    logger = Logger.getLogger(name);
  }

  @Override
  public IgniteLogger getLogger(Object category) {
    return new NodeLogger(
        category instanceof Class<?> type ? type.getName() : String.valueOf(category));
  }

  @Override
  public void trace(String message) {
    logger.finer(message);
  }

  @Override
  public void debug(String message) {
    logger.fine(message);
  }

  @Override
  public void info(String message) {
    logger.info(message);
  }

  @Override
  public void warning(String message, Throwable cause) {
    logger.log(Level.WARNING, message, cause);
  }

  @Override
  public void error(String message, Throwable cause) {
    logger.log(Level.SEVERE, message, cause);
  }

  @Override
  public boolean isTraceEnabled() {
    return logger.isLoggable(Level.FINER);
  }

  @Override
  public boolean isDebugEnabled() {
    return logger.isLoggable(Level.FINE);
  }

  @Override
  public boolean isInfoEnabled() {
    return logger.isLoggable(Level.INFO);
  }

  @Override
  public boolean isQuiet() {
    return false;
  }

  @Override
  public @Nullable String fileName() {
    return null;
  }
}
