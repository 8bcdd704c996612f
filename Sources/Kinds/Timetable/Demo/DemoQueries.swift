import Postgres

/// Inserts the data of a demo university. The schema's owner writes it, so each row names its tenant.
enum DemoQueries {
    static func faculty(_ id: ID, _ name: String, _ shortName: String, tenant: ID) -> SQL {
        """
        insert into timetable_faculties (tenant_id, id, name, short_name) values (\(tenant), \(id), \(name), \(shortName))
        """
    }

    static func group(_ group: DemoUniversity.Group, tenant: ID) -> SQL {
        """
        insert into timetable_groups (tenant_id, id, name, faculty_id, speciality, course, students, subgroups)
        values (\(tenant), \(group.id), \(group.name), \(group.faculty), \(group.speciality), \(group.course), \(group.students), 2)
        """
    }

    static func subject(_ subject: DemoUniversity.Subject, tenant: ID) -> SQL {
        """
        insert into timetable_subjects (tenant_id, id, name, full_name)
        values (\(tenant), \(subject.id), \(subject.name), \(subject.fullName))
        """
    }

    static func teacher(_ teacher: DemoUniversity.Teacher, tenant: ID) -> SQL {
        """
        insert into timetable_teachers (tenant_id, id, name, address, degree)
        values (\(tenant), \(teacher.id), \(teacher.name), \(teacher.address), \(teacher.degree))
        """
    }

    static func room(_ room: DemoUniversity.Room, tenant: ID) -> SQL {
        """
        insert into timetable_rooms (tenant_id, id, name, building, capacity, purpose)
        values (\(tenant), \(room.id), \(room.name), \(room.building), \(room.seats), \(room.purpose))
        """
    }

    static func holiday(_ id: ID, _ holiday: DemoTerm.Holiday, tenant: ID) -> SQL {
        """
        insert into timetable_holidays (tenant_id, id, name, first_day, last_day, is_counted)
        values (\(tenant), \(id), \(holiday.name), \(holiday.days.lowerBound.sqlDay), \(holiday.days.upperBound.sqlDay),
            \(holiday.isCounted))
        """
    }

    static func term(_ id: ID, _ term: DemoTerm, tenant: ID) -> SQL {
        """
        insert into timetable_terms (tenant_id, id, name, first_day, last_day, first_week, bells)
        values (\(tenant), \(id), \(term.name), \(term.days.lowerBound.sqlDay), \(term.days.upperBound.sqlDay), 1, \(Bells.usual))
        """
    }
}
