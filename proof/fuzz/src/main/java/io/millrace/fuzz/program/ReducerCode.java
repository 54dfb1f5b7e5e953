package io.millrace.fuzz.program;

import io.millrace.fuzz.program.Api.Records;
import io.millrace.fuzz.tape.Choices;

/** Writes reducers, and combiners that are just reducers. */
final class ReducerCode {

    private ReducerCode() {}

    /**
     * A reducer that computes something for each group.
     *
     * @param more whether it has a second output
     */
    static void write(
            Sketch sketch,
            Api api,
            String name,
            Records in,
            Records out,
            Fold fold,
            Fault fault,
            boolean more) {
        Choices choices = sketch.choices();
        Body body = new Body();
        body.main(fault.at(Fault.Place.REDUCE, in.key().textOf("key")));
        body.main(fold.code(in.key(), in.value()));
        if (choices.oneIn(3)) {
            body.main("s = " + in.key().textOf("key") + " + \"=\" + s;");
        }
        body.main(Steps.write(sketch));
        if (choices.oneIn(3)) {
            body.main("count(\"reduced\", n);");
        }
        body.main(StaticsCode.write(sketch, body, name));
        body.main(emission(sketch, body, in, out));
        if (more) {
            SideFiles.addTo(body);
        }
        SideFiles.write(sketch, api, body, name);
        sketch.declare(name, api.reducer(name, in, out, body));
    }

    private static String emission(Sketch sketch, Body body, Records in, Records out) {
        boolean sameKey = in.key().name().equals(out.key().name());
        if (sameKey && sketch.choices().below(2) == 0) {
            return "%s result = %s;%n%s%nemit(key, result);"
                    .formatted(
                            out.value(),
                            out.value().fresh(),
                            out.value().filling("result", "s", "n"));
        }
        boolean racing = sketch.is(Trait.RACES);
        String emission = Emission.write(sketch, body, out.key(), out.value(), sketch.knowsOrder());
        if (!racing && sketch.is(Trait.RACES)) {
            sketch.note(Trait.UNORDERED);
        }
        return emission;
    }
}
