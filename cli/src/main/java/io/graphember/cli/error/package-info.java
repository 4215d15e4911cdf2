// SPDX-License-Identifier: Apache-2.0
/** What can go wrong in the command line itself. */
@NullMarked
package io.graphember.cli.error;

import org.jspecify.annotations.NullMarked;
