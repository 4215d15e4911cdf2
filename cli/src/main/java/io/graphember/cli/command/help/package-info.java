// SPDX-License-Identifier: Apache-2.0
/** Commands about the command line itself: which settings are in force, what errors mean. */
@NullMarked
package io.graphember.cli.command.help;

import org.jspecify.annotations.NullMarked;
