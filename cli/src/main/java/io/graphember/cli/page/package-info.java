// SPDX-License-Identifier: Apache-2.0
/** Pages for a browser: the report of a job in one file. */
@NullMarked
package io.graphember.cli.page;

import org.jspecify.annotations.NullMarked;
