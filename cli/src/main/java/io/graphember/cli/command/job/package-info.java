// SPDX-License-Identifier: Apache-2.0
/** Commands that run jobs. */
@NullMarked
package io.graphember.cli.command.job;

import org.jspecify.annotations.NullMarked;
